import type { FileServices } from '../file-services.js'
import type { Edits } from './edits.js'

/** What running and previewing a patch need. */
export interface PatchServices extends FileServices {
  readonly edits: Edits
}
