export { cameFromDashboard, DASHBOARD_HEADER } from './came-from-dashboard.js';
export { type DashboardOptions, LANGUAGES, type Language } from './dashboard-options.js';
export { dashboardPlugin, type FastifyLike } from './fastify-plugin.js';
export { type DashboardFetchHandler, dashboardFetchHandler } from './fetch-handler.js';
export { type DashboardHandler, dashboardHandler } from './node-handler.js';
