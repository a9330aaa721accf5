export { type AttemptOptions, withAttempts } from './faults/with-attempts.js';
export {
  type CircuitBreakerOptions,
  type HasCircuit,
  withCircuitBreaker,
} from './faults/with-circuit-breaker.js';
export { type ControlOptions, withControl } from './faults/with-control.js';
