import { describe, expect, it } from 'vitest';
import { addressOf, type Route, routeOf } from './route.js';

describe('routes', () => {
  it.each<[string, Route]>([
    ['', { page: 'files' }],
    ['#/', { page: 'files' }],
    ['#/history', { page: 'history' }],
    ['#/tasks/a%2Fb', { page: 'task', taskId: 'a/b' }],
    ['#/lists', { page: 'lists' }],
    ['#/lists/a', { page: 'list', listId: 'a' }],
    ['#/lists/a/b', { page: 'missing' }],
    ['#/new-list', { page: 'newList', taskId: '' }],
    ['#/new-list/a', { page: 'newList', taskId: 'a' }],
    ['#/tasks', { page: 'missing' }],
    ['#/tasks/a/b', { page: 'missing' }],
    ['#/tasks/%E0%A4%A', { page: 'missing' }],
    ['#/history/7', { page: 'missing' }],
    ['#/constructor', { page: 'missing' }],
  ])('of %s', (hash, route) => {
    expect(routeOf(hash)).toEqual(route);
    if (route.page !== 'missing') expect(routeOf(addressOf(route))).toEqual(route);
  });
});
