export interface AccountClaim extends AsyncDisposable {
  /** Aborted when a claim is lost, and by the signal of the caller. */
  readonly signal: AbortSignal
}

/** Called with who receives with an account, and what a person can do about it. Once per wait. */
export type OnWait = (wait: { readonly holder: string; readonly advice: string }) => void
