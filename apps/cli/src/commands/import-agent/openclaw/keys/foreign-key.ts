/** A key of OpenClaw. */
export interface ForeignKey {
  /** Variable for the key in Hermes, or the provider that it is stored for. */
  readonly name: string
  readonly place: 'variable' | 'provider'
  readonly value: string
}
