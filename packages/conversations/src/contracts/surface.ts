/** Where people talk to a conversation. */
export interface Surface {
  readonly kind: SurfaceKind
  /** Tells two of one kind apart: `telegram`, `vscode`. Default: the kind. */
  readonly name?: string
}

export type SurfaceKind = 'terminal' | 'api' | 'rpc' | 'editor' | 'chat' | 'schedule' | 'dashboard'
