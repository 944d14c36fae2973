import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { takeFiles } from './take-files.js'

/** A user whose working folder is their own folder. */
async function userWith(...paths: readonly string[]) {
  const userFolder = await mkdtemp(join(tmpdir(), 'hermes-files-'))
  onTestFinished(() => rm(userFolder, { recursive: true }))
  for (const path of paths) {
    await mkdir(dirname(join(userFolder, path)), { recursive: true })
    await writeFile(join(userFolder, path), 'text')
  }
  const home = join(userFolder, '.hermes')
  const folders = { workingDirectory: userFolder, home, spoken: join(home, 'cache/speech'), userFolder }
  return { userFolder, take: (text: string) => takeFiles(text, folders) }
}

test('takes the files that a text names, each on a line of its own', async () => {
  const { userFolder, take } = await userWith('plots/a.png', 'report.pdf')
  const text = `Here they are:\nMEDIA:${userFolder}/plots/a.png\nMEDIA:report.pdf\nSee MEDIA:report.pdf.`
  expect(take(text)).toEqual({
    text: 'Here they are:\nSee MEDIA:report.pdf.',
    files: [
      { path: join(userFolder, 'plots/a.png'), kind: 'image', mediaType: 'image/png' },
      { path: join(userFolder, 'report.pdf'), kind: 'document', mediaType: 'application/octet-stream' },
    ],
  })
})

test('sends what the agent said', async () => {
  const { take, userFolder } = await userWith('.hermes/cache/speech/a.ogg', '.hermes/cache/b.ogg')
  const path = join(userFolder, '.hermes/cache/speech/a.ogg')
  expect(take(`MEDIA:${path}\nMEDIA:.hermes/cache/b.ogg`)).toEqual({
    text: 'MEDIA:.hermes/cache/b.ogg',
    files: [{ path, kind: 'voice', mediaType: 'audio/ogg' }],
  })
})

test.each([
  '.env',
  '.ssh/id_ed25519',
  'project/.env.production',
  'keys/id_rsa',
  '.hermes/config.yaml',
  '.aws/credentials',
])('sends no keys: %s', async (path) => {
  const { take, userFolder } = await userWith(path)
  await symlink(join(userFolder, path), join(userFolder, 'harmless.txt'))
  const text = `MEDIA:${path}\nMEDIA:harmless.txt`
  expect(take(text)).toEqual({ text, files: [] })
})

test.each(['/etc/hostname', 'missing.txt', '../', '.'])(
  'leaves a line as it is whose path is no file of the folder: %s',
  async (path) => {
    const { take } = await userWith('a.txt')
    expect(take(`MEDIA:${path}`)).toEqual({ text: `MEDIA:${path}`, files: [] })
  },
)
