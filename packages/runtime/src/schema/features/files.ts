import * as z from 'zod'

/** What keeps the file tools to certain folders; part of `security`. */
export const filesSchemas = {
  write_safe_root: z
    .string()
    .default('')
    .describe(
      'The file tools write below this folder only; several are separated as in PATH. Empty: wherever nothing is protected. Also HERMES_WRITE_SAFE_ROOT.',
    ),
  workspace_only: z
    .boolean()
    .default(false)
    .describe('The file tools read and write nothing outside of the folder that commands start in.'),
}
