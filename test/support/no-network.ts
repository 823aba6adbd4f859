import { Agent, setGlobalDispatcher } from 'undici';

/** No test may reach beyond loopback: undici's global dispatcher refuses every other host. */
const loopback = new Set(['127.0.0.1', 'localhost', '[::1]']);
setGlobalDispatcher(
  new Agent().compose((dispatch) => (options, handler) => {
    const host = new URL(String(options.origin)).hostname;
    if (!loopback.has(host)) throw new Error(`a test tried to reach ${host}: tests use loopback only`);
    return dispatch(options, handler);
  }),
);
