/**
 * What happens to flagged calls. `manual`: a person is asked. `edits`: the same, and each call of a tool that edits
 * files is flagged. `smart`: a model decides, and passes unclear calls to a person. `off`: they run. What cannot be
 * undone, and what is denied by name, is always refused.
 */
export type ApprovalMode = 'edits' | 'manual' | 'smart' | 'off'

/** The modes of sessions that differ from the default. */
export interface SessionModes {
  get(sessionId: string): ApprovalMode | undefined
  /** Sets the mode of a session. `undefined` resets it to the default. */
  set(sessionId: string, mode: ApprovalMode | undefined): void
}
