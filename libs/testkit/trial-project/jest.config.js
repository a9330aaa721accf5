export default { testEnvironment: 'node', testMatch: ['**/jest.test.js'], transform: {} };
