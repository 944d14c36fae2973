import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { PlatformLimits } from '@hermes/core/platform'
import { expect, onTestFinished, test } from 'vitest'
import { withoutDirectives } from './media-directives.js'
import { takeFiles } from './take-files.js'

const media = { maxInBytes: 1000, maxOutBytes: 1000, caption: { max: 100, unit: 'utf16' } } as const

/** Creates a user whose working folder is their own folder. */
async function userWith(...paths: readonly string[]) {
  const userFolder = await mkdtemp(join(tmpdir(), 'hermes-files-'))
  onTestFinished(() => rm(userFolder, { recursive: true }))
  for (const path of paths) {
    await mkdir(dirname(join(userFolder, path)), { recursive: true })
    await writeFile(join(userFolder, path), 'text')
  }
  const home = join(userFolder, '.hermes')
  const folders = { workingDirectory: userFolder, home, spoken: join(home, 'cache/speech'), userFolder }
  return {
    userFolder,
    take: (text: string, limits: Pick<PlatformLimits, 'media'> = { media }) => takeFiles(text, folders, limits),
    takeBare: (text: string, limits: Pick<PlatformLimits, 'media'> = { media }) =>
      takeFiles(text, folders, limits, { bare: true }),
  }
}

test('takes the files that a text names, each on a separate line', async () => {
  const { userFolder, take } = await userWith('plots/a.png', 'report.pdf')
  const text = `Here they are:\nMEDIA:${userFolder}/plots/a.png\nMEDIA:report.pdf\nSee MEDIA:report.pdf.`
  expect(await take(text)).toEqual({
    text: 'Here they are:\nSee MEDIA:report.pdf.',
    files: [
      { path: join(userFolder, 'plots/a.png'), kind: 'image', mediaType: 'image/png' },
      { path: join(userFolder, 'report.pdf'), kind: 'document', mediaType: 'application/pdf' },
    ],
  })
})

test('takes absolute paths of an answer, each file once', async () => {
  const { userFolder, take, takeBare } = await userWith('a plot.png', 'report.pdf', 'run.sh')
  const staying = `The report is ${userFolder}/report.pdf.\n${userFolder}/missing.pdf\n${userFolder}/run.sh`
  const text = `${staying}\n- ${userFolder}/a plot.png\n${userFolder}/report.pdf\n[[as_document]]\nMEDIA:report.pdf`
  expect(await takeBare(text)).toEqual({
    text: staying,
    files: [
      { path: join(userFolder, 'report.pdf'), kind: 'document', mediaType: 'application/pdf' },
      { path: join(userFolder, 'a plot.png'), kind: 'document', mediaType: 'image/png' },
    ],
  })
  expect((await take(`${userFolder}/report.pdf`)).files).toEqual([])
})

test('takes paths below ~', async () => {
  const { userFolder, take, takeBare } = await userWith('plots/a.png', '.ssh/notes.txt')
  const files = [{ path: join(userFolder, 'plots/a.png'), kind: 'image', mediaType: 'image/png' }]
  expect(await take('MEDIA:~/plots/a.png')).toEqual({ text: '', files })
  expect(await takeBare('It is ~/plots/a.png.\n~/.ssh/notes.txt')).toEqual({
    text: 'It is ~/plots/a.png.\n~/.ssh/notes.txt',
    files,
  })
})

test('sends no key whose path looks like a document, and nothing from other folders', async () => {
  const { userFolder, takeBare } = await userWith('.env', '.hermes/notes.md')
  await symlink(join(userFolder, '.env'), join(userFolder, 'harmless.txt'))
  const text = `${userFolder}/harmless.txt\n${userFolder}/.hermes/notes.md\n/usr/share/common-licenses/index.txt`
  expect(await takeBare(text)).toEqual({ text, files: [] })
})

test('sends files as directives say, and shows no directive', async () => {
  const { take } = await userWith('a.png', 'b.mp3', 'c.wav', 'd.pdf')
  const named = 'MEDIA:a.png\nMEDIA:b.mp3\nMEDIA:c.wav\nMEDIA:d.pdf'
  const kinds = async (text: string) => (await take(text)).files.map(({ kind }) => kind)
  expect(await kinds(named)).toEqual(['image', 'audio', 'audio', 'document'])
  expect(await kinds(`[[as_document]]\n${named}`)).toEqual(['document', 'audio', 'audio', 'document'])
  expect(await kinds(`${named} [[audio_as_voice]]`)).toEqual(['image', 'voice', 'audio', 'document'])
  expect((await take('[[as_document]]\nHere: [[audio_as_voice]]\n\n[[as_document]][[other]]')).text).toBe(
    'Here:\n\n[[other]]',
  )
})

test.each([
  ['Here.\n[[as_document]]\nThere', 'Here.\nThere'],
  ['Here.\n[[as_docu', 'Here.\n'],
  ['Here.\n[[audio_as_voice]', 'Here.\n'],
  ['Here.\n[[asks', 'Here.\n[[asks'],
  ['A [[link]] here', 'A [[link]] here'],
])('shows no directive of an unfinished text: %j', (text, shown) => {
  expect(withoutDirectives(text)).toBe(shown)
})

test('takes no file for a network without files', async () => {
  const { take } = await userWith('a.png')
  expect(await take('MEDIA:a.png\n[[as_document]]', {})).toEqual({ text: 'MEDIA:a.png', files: [] })
})

test('names each file that is too large, once', async () => {
  const { userFolder, take, takeBare } = await userWith('a.png', 'huge.pdf', 'full.pdf')
  await writeFile(join(userFolder, 'full.pdf'), Buffer.alloc(1024))
  await writeFile(join(userFolder, 'huge.pdf'), Buffer.alloc(1025))
  const limits = { media: { ...media, maxOutBytes: 1024 } }
  const note = '⚠️ huge.pdf was not sent: it has 2 KiB, and files of at most 1 KiB can be sent here.'
  const names = async (taken: ReturnType<typeof take>) => (await taken).files.map(({ path }) => basename(path))
  expect(await take('MEDIA:huge.pdf', limits)).toEqual({ text: note, files: [] })
  const several = take('Both:\nMEDIA:huge.pdf\nMEDIA:full.pdf\nMEDIA:./huge.pdf', limits)
  expect((await several).text).toBe(`Both:\n\n${note}`)
  expect(await names(several)).toEqual(['full.pdf'])
  const path = join(userFolder, 'huge.pdf')
  expect((await takeBare(`It is in ${path}.`, limits)).text).toBe(`It is in ${path}.\n\n${note}`)
})

test('sends speech of the agent', async () => {
  const { take, userFolder } = await userWith('.hermes/cache/speech/a.ogg', '.hermes/cache/b.ogg')
  const path = join(userFolder, '.hermes/cache/speech/a.ogg')
  expect(await take(`MEDIA:${path}\nMEDIA:.hermes/cache/b.ogg`)).toEqual({
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
  expect(await take(text)).toEqual({ text, files: [] })
})

test.each(['/etc/hostname', 'missing.txt', '../', '.'])(
  'leaves a line as it is whose path is no file of the folder: %s',
  async (path) => {
    const { take } = await userWith('a.txt')
    expect(await take(`MEDIA:${path}`)).toEqual({ text: `MEDIA:${path}`, files: [] })
  },
)
