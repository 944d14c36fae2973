import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { HermesError } from '@hermes/core'
import type { CallOrigin, McpServer } from '@hermes/mcp'
import { filesOf, type NamedSkill } from '../name-skills.js'

/** Copies skills of a server into a folder, each into a subfolder with its name. @throws {HermesError} `skill/source`, `mcp/changed`. */
export async function copySkills(
  server: Pick<McpServer, 'settings' | 'readSkill'>,
  skills: readonly NamedSkill[],
  { folder, signal }: { readonly folder: string; readonly signal: AbortSignal },
): Promise<void> {
  const origin: CallOrigin = { sessionId: 'skills', signal, report: () => undefined }
  for (const { name, skill } of skills) {
    const place = join(folder, name.slice(server.settings.name.length + 1))
    for (const { path } of filesOf(skill)) {
      if (!isInnerPath(path))
        throw new HermesError('skill/source', `The skill "${name}" has a file outside of its folder.`)
      const { bytes } = await server.readSkill(skill, path, origin)
      await mkdir(dirname(join(place, path)), { recursive: true })
      await writeFile(join(place, path), bytes)
    }
  }
}

function isInnerPath(path: string): boolean {
  return !/[\\\0:]/.test(path) && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
}
