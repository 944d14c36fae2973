/** A key that OpenClaw has. */
export interface ForeignKey {
  /** The variable that has it here, or the provider whose stored key it becomes. */
  readonly name: string
  readonly place: 'variable' | 'provider'
  readonly value: string
}
