import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder with these files, removed after the test. */
export async function folderWith(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-skills-'))
  // An index checks large folders in the background, and may be writing what it has found.
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  await addFiles(folder, files)
  return folder
}

export async function addFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

/** The text of a SKILL.md. */
export function skillText(
  name: string,
  description = `Does ${name}.`,
  body = `# ${name}\n\nDo it.`,
  more = '',
): string {
  return `---\nname: ${name}\ndescription: ${description}\n${more}---\n\n${body}\n`
}
