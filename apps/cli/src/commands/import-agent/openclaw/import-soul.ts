import { constants } from 'node:fs'
import { lstat, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readOptional } from '@hermes/safety/files'
import { createScan } from '@hermes/safety/scan'
import { readDocument } from '@hermes/skills'
import { notesIn } from '../notes-in.js'
import type { ImportedItem } from './imported-item.js'
import { isTemplateText } from './is-template-text.js'

const maxBytes = 256 * 1024

export interface ImportSoulOptions {
  readonly workspace: string
  /** Home of Hermes. */
  readonly home: string
  readonly isDryRun: boolean
}

/**
 * Creates the `SOUL.md` of a home that has none, from `SOUL.md` and the facts about the agent in `IDENTITY.md`.
 * @returns an empty list if the workspace has neither file.
 */
export async function importSoul({ workspace, home, isDryRun }: ImportSoulOptions): Promise<readonly ImportedItem[]> {
  const [soul, identity] = [
    await readPlain(join(workspace, 'SOUL.md')),
    await readPlain(join(workspace, 'IDENTITY.md')),
  ]
  if (soul === null || identity === null) return [{ name: 'SOUL.md', outcome: 'skipped' }]
  const text = await soulOf(soul, identity)
  if (text === '') return []
  const path = join(home, 'SOUL.md')
  const present = await readOptional(path)
  if (present !== undefined) return [{ name: 'SOUL.md', outcome: present === text ? 'unchanged' : 'kept' }]
  const { block } = await createScan()(text, { surface: 'context' })
  if (block) return [{ name: 'SOUL.md', outcome: 'refused' }]
  // `O_EXCL`, because a file may have been written in the meantime.
  if (!isDryRun)
    await writeFile(path, text, { flag: constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, mode: 0o600 })
  return [{ name: 'SOUL.md', outcome: 'added' }]
}

async function soulOf(soul: string, identity: string): Promise<string> {
  const { body } = await readDocument(soul)
  const facts = (await notesIn(identity)).filter((note) => /^[\p{L} ]{1,30}: \S/u.test(note) && !isTemplateText(note))
  const own = facts.filter((fact) => !fact.startsWith('Avatar:'))
  const parts = [body.trim(), own.length === 0 ? '' : `# Who you are\n\n${own.map((fact) => `- ${fact}`).join('\n')}`]
  const text = parts.filter(Boolean).join('\n\n')
  return text === '' ? '' : `${text}\n`
}

/** Resolves to an empty string if the file does not exist, and to `null` for a link or a file that is too large. */
async function readPlain(path: string): Promise<string | null> {
  const status = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })
  if (!status) return ''
  return status.isFile() && status.size <= maxBytes ? readFile(path, 'utf8') : null
}
