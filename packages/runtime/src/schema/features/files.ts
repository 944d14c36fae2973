import { lazily } from '@hermes/safety'
import * as z from 'zod'

/** Restricts the file tools to certain folders; part of `security`. */
export const filesSchemas = lazily(() => ({
  write_safe_root: z
    .string()
    .default('')
    .describe(
      'The file tools only write below this folder, or several, separated as in PATH. Empty: everywhere except protected paths. Also HERMES_WRITE_SAFE_ROOT.',
    ),
  workspace_only: z
    .boolean()
    .default(false)
    .describe('The file tools only read and write below the folder in which commands start.'),
}))
