import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { configWithoutSecrets, type HomePaths } from '@hermes/runtime'
import { createRedactor } from '@hermes/safety/redact'
import { homeSecrets } from '../../setup/home-secrets.js'
import { portableEntries } from './portable-entries.js'

/** A file of an export. */
export interface PortableFile {
  /** Path relative to the home, with `/`. */
  readonly path: string
  readonly content: Buffer
  /** Whether a likely secret was replaced. */
  readonly isRedacted: boolean
}

/** Reads the files of a profile without secrets. Links are left out, because they may lead anywhere. */
export async function* readPortable(paths: HomePaths): AsyncGenerator<PortableFile> {
  const redactor = createRedactor({ values: await homeSecrets(paths), mask: () => '[REDACTED]' })
  for await (const path of walk(paths.home, portableEntries)) {
    const content = await readFile(join(paths.home, path))
    const text = content.toString('utf8')
    // Keys of the home are also found in binary files, but these cannot be redacted, so they are left out.
    const isText = !content.includes(0)
    const plain = path === 'config.yaml' ? configWithoutSecrets(path, text).text : text
    const redacted = redactor.redact(plain)
    if (redacted === text) yield { path, content, isRedacted: false }
    else if (isText) yield { path, content: Buffer.from(redacted), isRedacted: true }
  }
}

async function* walk(home: string, names: readonly string[]): AsyncGenerator<string> {
  for (const name of names.toSorted()) {
    const entries = await readdir(join(home, name), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      if (error.code === 'ENOTDIR') return 'file' as const
      throw error
    })
    if (entries === 'file') yield name
    else if (entries) {
      for (const entry of entries.toSorted((left, right) => (left.name < right.name ? -1 : 1))) {
        const path = `${name}/${entry.name}`
        if (entry.isDirectory()) yield* walk(home, [path])
        else if (entry.isFile()) yield path
      }
    }
  }
}
