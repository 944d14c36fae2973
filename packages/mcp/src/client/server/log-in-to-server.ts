import type { LogInOptions } from '../auth/log-in.js'

/** Logs the user in to a server: OAuth 2.1 with PKCE. @throws {HermesError} `mcp/login` */
export async function logInToServer(options: LogInOptions): Promise<void> {
  // Loaded on demand, because it includes the SDK.
  await (await import('../auth/log-in.js')).logIn(options)
}
