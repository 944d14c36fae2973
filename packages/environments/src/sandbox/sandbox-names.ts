export type SandboxHolder = 'bubblewrap' | 'unshare'

/** Display names of the sandbox programs. */
export const sandboxNames: Readonly<Record<SandboxHolder, string>> = {
  bubblewrap: 'bubblewrap',
  unshare: 'unshare (util-linux)',
}
