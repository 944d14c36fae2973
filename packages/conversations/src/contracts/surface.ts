/** Where people talk to a conversation. */
export interface Surface {
  readonly kind: SurfaceKind
  /** Distinguishes surfaces of one kind: `telegram`, `vscode`. Default: the kind. */
  readonly name?: string
}

export type SurfaceKind = 'terminal' | 'api' | 'rpc' | 'editor' | 'chat' | 'schedule' | 'dashboard'
