import type { FileGuard } from '../connection/file-guard.js'

const nothing = () => undefined

/** For a file that needs none. */
export const noGuard: FileGuard = {
  check: nothing,
  beforeCommit: nothing,
  confirm: nothing,
  acknowledge: async () => undefined,
  release: nothing,
}
