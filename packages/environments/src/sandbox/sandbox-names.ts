export type SandboxHolder = 'bubblewrap' | 'unshare'

/** What users call them. */
export const sandboxNames: Readonly<Record<SandboxHolder, string>> = {
  bubblewrap: 'bubblewrap',
  unshare: 'unshare (util-linux)',
}
