export interface AccountClaim extends AsyncDisposable {
  /** Aborted when the claim is lost, and by the signal of the caller. */
  readonly signal: AbortSignal
}

/** Called once per wait, with the process that receives with the account and what a person can do about it. */
export type OnWait = (wait: { readonly holder: string; readonly advice: string }) => void
