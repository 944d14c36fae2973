import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { HermesError } from '@hermes/core'
import { isMissing } from '@hermes/safety'
import * as z from 'zod'
import { skillLimits } from '../format/index.js'
import { resolveInside } from '../library/index.js'

/** One step of a change to a skill, as the model writes it. The tool describes its fields once. */
export const operationSchema = z.object({
  action: z.enum(['create', 'edit', 'patch', 'delete', 'write_file', 'remove_file']),
  content: z.string().max(skillLimits.documentChars).optional(),
  old_string: z.string().min(1).optional(),
  new_string: z.string().max(skillLimits.fileBytes).optional(),
  file_path: z.string().min(1).max(500).optional(),
  file_content: z.string().max(skillLimits.fileBytes).optional(),
})

export type SkillOperation = z.output<typeof operationSchema>

const document = 'SKILL.md'

/** Applies a step to a copy of the folder. @throws {HermesError} `skill/invalid`, `skill/refused`, `skill/not-found`. */
export async function applyOperation(folder: string, operation: SkillOperation): Promise<void> {
  const { action, content, old_string: old, new_string: replacement, file_path: path, file_content: text } = operation
  switch (action) {
    case 'create':
    case 'edit':
      return write(folder, document, required(content, 'content'))
    case 'patch':
      return patch(folder, path ?? document, required(old, 'old_string'), required(replacement, 'new_string'))
    case 'write_file':
      return write(folder, required(path, 'file_path'), required(text, 'file_content'))
    case 'remove_file':
      return rm(await placeOf(folder, required(path, 'file_path')))
    case 'delete':
      throw new HermesError('skill/invalid', 'delete cannot be combined with other operations.')
  }
}

async function write(folder: string, path: string, text: string): Promise<void> {
  const place = await placeOf(folder, path)
  await mkdir(dirname(place), { recursive: true })
  await writeFile(place, text)
}

async function patch(folder: string, path: string, old: string, replacement: string): Promise<void> {
  const place = await placeOf(folder, path)
  const text = await readText(place, path)
  const parts = text.split(old)
  if (parts.length !== 2) {
    const found = parts.length === 1 ? 'does not occur' : `occurs ${parts.length - 1} times`
    throw new HermesError('skill/invalid', `old_string ${found} in ${path}: give a text that occurs once.`)
  }
  await writeFile(place, parts.join(replacement))
}

async function readText(place: string, path: string): Promise<string> {
  try {
    return await readFile(place, 'utf8')
  } catch (error) {
    if (isMissing(error)) throw new HermesError('skill/not-found', `The skill has no file ${path}.`, { cause: error })
    throw error
  }
}

/** Returns the absolute path of a file. Hidden files are not part of a skill. */
async function placeOf(folder: string, path: string): Promise<string> {
  if (path.split('/').some((part) => part.startsWith('.'))) {
    throw new HermesError('skill/refused', `${path} is not a path of a skill: name a file such as references/api.md.`)
  }
  return resolveInside(folder, path)
}

function required(value: string | undefined, name: string): string {
  if (value !== undefined) return value
  throw new HermesError('skill/invalid', `The operation needs ${name}.`)
}
