import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { attachmentCommands } from '../terminal-commands/attachment-commands.js'
import { clipboardImage } from './clipboard-image.js'
import { createPendingImages } from './pending-images.js'

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const url = `data:image/png;base64,${png.toString('base64')}`

async function open(programs: Readonly<Record<string, string>> = {}, display = {}) {
  const base = await mkdtemp(join(tmpdir(), 'hermes-images-'))
  onTestFinished(() => rm(base, { recursive: true }))
  const [folder, bin] = [join(base, 'work'), join(base, 'bin')]
  for (const each of [folder, bin]) await mkdir(each)
  await writeFile(join(base, 'copied.png'), png)
  for (const [name, script] of Object.entries(programs)) {
    await writeFile(join(bin, name), `#!/bin/sh\n${script}\n`)
    await chmod(join(bin, name), 0o755)
  }
  const env = { PATH: `${bin}:/usr/bin:/bin`, HOME: base, COPIED: join(base, 'copied.png'), ...display }
  const images = createPendingImages({ env, workingDirectory: folder })
  const commands = attachmentCommands(images)
  const run = (name: string, args = '') => commands.find((command) => command.name === name)?.run(args)
  return { folder, env, images, run }
}

test('attaches files to one message, shows them and removes them', async () => {
  const { folder, images, run } = await open()
  await writeFile(join(folder, 'my pic.png'), png)
  expect(await run('image')).toMatchObject({ text: expect.stringContaining('No image') })
  expect(await run('image', '"my pic.png"')).toEqual({ type: 'text', text: 'Your next message carries `my pic.png`.' })
  expect(await images.join('what is it?', 'what is it?')).toEqual({
    content: [
      { type: 'text', text: 'what is it?' },
      { type: 'image_url', image_url: { url } },
    ],
    problems: [],
  })
  expect(await images.join('and now?', 'and now?')).toEqual({ content: 'and now?', problems: [] })
  await run('image', 'my pic.png')
  await run('image', 'clear')
  expect(images.names).toEqual([])
})

test('attaches a dropped file, and gives the reason when it cannot attach one', async () => {
  const { folder, images } = await open()
  const [good, bad] = [join(folder, 'a.png'), join(folder, 'b.png')]
  await writeFile(good, png)
  await writeFile(bad, 'text')
  const { content, problems } = await images.join('compare', `compare ${good} ${bad}`)
  expect(content).toEqual([
    { type: 'text', text: 'compare' },
    { type: 'image_url', image_url: { url } },
  ])
  expect(problems).toEqual([`${bad} is not an image: use PNG, JPEG, GIF or WebP.`])
})

test('carries at most eight images and 10 MB', async () => {
  const { folder, images, run } = await open()
  await writeFile(join(folder, 'large.png'), Buffer.concat([png, Buffer.alloc(6 * 2 ** 20)]))
  await run('image', 'large.png')
  expect(await run('image', 'large.png')).toMatchObject({ type: 'error', text: expect.stringContaining('10 MB') })
  await writeFile(join(folder, 'a.png'), png)
  for (let count = 0; count < 7; count++) await run('image', 'a.png')
  expect(await run('image', 'a.png')).toMatchObject({ type: 'error', text: expect.stringContaining('at most 8') })
  expect(images.names).toHaveLength(8)
})

const wayland = { WAYLAND_DISPLAY: 'wayland-0' }
const wlPaste = 'case "$1" in --list-types) printf "text/html\\nimage/png\\n";; --type) cat "$COPIED";; esac'

test('pastes with wl-paste, xclip and PowerShell', async () => {
  const xclip = 'case "$5" in TARGETS) printf "TARGETS\\nimage/png\\n";; image/png) cat "$COPIED";; esac'
  for (const [name, script, display] of [
    ['wl-paste', wlPaste, wayland],
    ['xclip', xclip, { DISPLAY: ':0' }],
    ['powershell.exe', 'base64 "$COPIED"', { WSL_DISTRO_NAME: 'Debian' }],
  ] as const) {
    const { images, run } = await open({ [name]: script }, display)
    expect(await run('paste')).toEqual({ type: 'text', text: 'Your next message carries `clipboard`.' })
    const { content } = await images.join('see', 'see')
    expect(content).toMatchObject([{}, { image_url: { url } }])
  }
})

test('pastes with pngpaste or osascript on macOS', async () => {
  const script = `echo "«data PNGf${png.toString('hex').toUpperCase()}»"`
  const { env, folder } = await open({ pngpaste: 'exit 1', osascript: script })
  expect(await clipboardImage({ env, workingDirectory: folder, platform: 'darwin' })).toEqual(png)
})

test('reports a missing image, program or clipboard', async () => {
  const { run } = await open({ 'wl-paste': 'echo text/plain' }, wayland)
  expect(await run('paste')).toMatchObject({ type: 'error', text: expect.stringContaining('has no image') })
  const none = await open({}, { ...wayland, PATH: '/nonexistent' })
  expect(await none.run('paste')).toMatchObject({ type: 'error', text: expect.stringContaining('wl-clipboard') })
  expect(await (await open()).run('paste')).toMatchObject({ text: expect.stringContaining('no clipboard') })
})
