/** What would help with an error: {@link HermesError.remedy}. */
export type Remedy =
  /** Logging in to a provider, by its id: `copilot`. */
  | { readonly type: 'log-in'; readonly provider: string }
  /** An API key for a provider. `variable`: where it is usually kept. */
  | { readonly type: 'add-key'; readonly provider: string; readonly variable?: string }
  /** Another value of a setting, `model.default`, or of an environment variable, `OPENROUTER_API_KEY`. */
  | { readonly type: 'set'; readonly name: string }
