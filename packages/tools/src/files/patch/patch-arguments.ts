import * as z from 'zod'
import { fileError } from '../file-error.js'
import type { TextFormat } from '../text-format.js'
import type { Replacement } from './replace-text.js'

/** Arguments of the `patch` tool. */
export const parameters = z.object({
  mode: z.enum(['replace', 'patch']).default('replace'),
  path: z.string().optional().describe('For replace.'),
  old_string: z.string().optional().describe('As it stands in the file, without line numbers; unique.'),
  new_string: z.string().optional(),
  replace_all: z.boolean().default(false),
  patch: z
    .string()
    .optional()
    .describe(
      'V4A: *** Begin Patch, for each file "*** Update File: path" with "@@ line above", " kept", "-old", "+new" lines, "*** Add File: path" with "+" lines or "*** Delete File: path", *** End Patch.',
    ),
})

export type PatchArguments = z.infer<typeof parameters>

/** Returns whether the call applies a patch instead of replacing text. */
export function isPatch(args: PatchArguments): boolean {
  return args.mode === 'patch' || (args.patch !== undefined && args.path === undefined)
}

/** Returns an argument. @throws {HermesError} `file/invalid` when it is missing. */
export function required(args: PatchArguments, name: 'path' | 'old_string' | 'new_string' | 'patch'): string {
  const value = args[name]
  if (value === undefined) throw fileError('invalid', `The argument ${name} is missing: mode "${args.mode}" needs it.`)
  return value
}

/**
 * Returns a function that creates the replacement of a call for a file format.
 *
 * @throws {HermesError} `file/invalid` when an argument is missing.
 */
export function replacementIn(args: PatchArguments): (format: TextFormat) => Replacement {
  const [before, after] = [required(args, 'old_string'), required(args, 'new_string')]
  return ({ lineEnd }) => {
    const toLf = (part: string) => (lineEnd === '\r\n' ? part.replaceAll('\r\n', '\n') : part)
    return { before: toLf(before), after: toLf(after), all: args.replace_all }
  }
}
