/**
 * The package's API for programs: a backend that can be attached to any Node
 * HTTP server, and the parts that the `embedded-convex` command consists of.
 */
export { readAdminKey } from "./cli/admin-key";
export { serve, type ServeOptions } from "./cli/serve";
export { parseSettings, type Settings } from "./cli/settings";
export { StartError } from "./cli/start-error";
export { Engine, type EngineOptions } from "./engine";
export { pageFiles } from "./http/page-files";
export { TrustedProxies } from "./http/trusted-proxies";
