import type { FileGuard } from '../connection/file-guard.js'

const nothing = () => undefined

/** Guard for a file that needs no checks. */
export const noGuard: FileGuard = {
  check: nothing,
  beforeCommit: nothing,
  confirm: nothing,
  acknowledge: async () => undefined,
  release: nothing,
}
