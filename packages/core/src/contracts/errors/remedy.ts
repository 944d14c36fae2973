/** How to fix an error: {@link HermesError.remedy}. */
export type Remedy =
  /** Log in to a provider, by its id: `copilot`. */
  | { readonly type: 'log-in'; readonly provider: string }
  /** Add an API key for a provider. `variable`: where it is usually kept. */
  | { readonly type: 'add-key'; readonly provider: string; readonly variable?: string }
  /** Change a setting, `model.default`, or an environment variable, `OPENROUTER_API_KEY`. */
  | { readonly type: 'set'; readonly name: string }
  /** Log in to a configured MCP server, by its name. */
  | { readonly type: 'log-in-server'; readonly server: string }
  /** Review the tools of a configured MCP server, by its name. */
  | { readonly type: 'review-server'; readonly server: string }
  /** Import the sessions from another agent's store, by the path of its file, into a separate home. */
  | { readonly type: 'import'; readonly path: string }
  /** Convert another program's settings in a file, by its path, to this program's format. */
  | { readonly type: 'migrate'; readonly path: string }
  /** Set up a chat network, by its name in the settings. */
  | { readonly type: 'set-up-network'; readonly network: string }
