import type { FileServices } from '../file-services.js'
import type { Edits } from './edits.js'

/** Services for running and previewing a patch. */
export interface PatchServices extends FileServices {
  readonly edits: Edits
}
