/**
 * What happens to a call that is flagged. `manual`: a person is asked. `smart`: a model decides, and leaves to a person what
 * it is not sure of. `off`: it runs. What cannot be undone, and what is denied by name, is refused in all of them.
 */
export type ApprovalMode = 'manual' | 'smart' | 'off'

/** The modes of the sessions that have one of their own. */
export interface SessionModes {
  get(sessionId: string): ApprovalMode | undefined
  /** `undefined`: the session has none of its own any more. */
  set(sessionId: string, mode: ApprovalMode | undefined): void
}
