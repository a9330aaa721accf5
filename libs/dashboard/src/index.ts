export {
  cameFromDashboard,
  DASHBOARD_HEADER,
  type DashboardOptions,
  LANGUAGES,
  type Language,
} from './dashboard-options.js';
export {
  type DashboardFetchHandler,
  type DashboardHandler,
  dashboardFetchHandler,
  dashboardHandler,
  dashboardPlugin,
  type FastifyLike,
} from './mounts.js';
