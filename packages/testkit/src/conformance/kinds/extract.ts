import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeError, type JsonValue } from '@hermes/core'
import { isRecord } from '@hermes/safety'
import { type ArchiveEntry, extractEntries } from '@hermes/safety/archive'
import { type Kind, listField, textField } from '../kind.js'

/** `{entries}` of an archive: whether it is extracted into an empty folder, and the resulting files. */
export const extract: Kind = async (input) => {
  const entries = listField(input, 'entries').map(toEntry)
  const folder = await mkdtemp(join(tmpdir(), 'hermes-extract-'))
  try {
    return { ok: true, written: [...(await extractEntries(entries, join(folder, 'unpacked')))] }
  } catch (error) {
    return { ok: false, written: [], error: describeError(error) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function toEntry(value: JsonValue): ArchiveEntry {
  if (!isRecord(value)) throw new TypeError('input.entries must contain objects.')
  const { size, content } = value
  return {
    name: textField(value, 'name'),
    kind: kindOf(value.type),
    ...(typeof size === 'number' && { size }),
    async *content() {
      if (typeof content === 'string') yield Buffer.from(content)
    },
  }
}

const kinds: Readonly<Record<string, ArchiveEntry['kind']>> = {
  file: 'file',
  regular: 'file',
  dir: 'folder',
  directory: 'folder',
  folder: 'folder',
  link: 'link',
  symlink: 'link',
  hardlink: 'link',
}

function kindOf(type: JsonValue | undefined): ArchiveEntry['kind'] {
  if (typeof type !== 'string') throw new TypeError('The type of an entry must be a string.')
  return kinds[type] ?? 'other'
}
