import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseJson } from '@hermes/core/wiring'
import type { HomePaths } from '@hermes/runtime'
import { isRecord } from '@hermes/safety'
import { readOptional, replaceFile } from '@hermes/safety/files'
import type { ModelDraft } from './model-draft.js'

/** Choices of a setup that the user left, without the key. */
export interface DraftFile {
  read(): Promise<ModelDraft | undefined>
  write(draft: ModelDraft): Promise<void>
  remove(): Promise<void>
}

export function draftFile({ cache }: Pick<HomePaths, 'cache'>): DraftFile {
  const path = join(cache, 'setup.json')
  return {
    async read() {
      const text = await readOptional(path)
      if (text === undefined) return undefined
      const { provider, baseUrl, model } = textsOf(text)
      if (provider === undefined) return undefined
      return { provider, ...(baseUrl !== undefined && { baseUrl }), ...(model !== undefined && { model }) }
    },
    write: ({ provider, baseUrl, model }) => replaceFile(path, JSON.stringify({ provider, baseUrl, model })),
    remove: () => rm(path, { force: true }),
  }
}

/** A damaged file counts as missing. */
function textsOf(text: string): Readonly<Record<string, string | undefined>> {
  const parsed = readJson(text)
  if (!isRecord(parsed)) return {}
  return Object.fromEntries(
    Object.entries(parsed).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

function readJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
