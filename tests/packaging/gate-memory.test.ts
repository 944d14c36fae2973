import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { root, run } from './pack.js'

const built = pathToFileURL(join(root, 'packages/approval/dist/index.js')).href
const corpus = join(root, 'packages/approval/src/corpus/field-everyday.json')

/** Assesses commands in a separate process. Returns its peak resident memory in MB, a second after the last command. */
function peakOf(commands: number): number {
  const script = `
    import { readFileSync } from 'node:fs'
    import { createCommandAssessor } from ${JSON.stringify(built)}
    const commands = JSON.parse(readFileSync(${JSON.stringify(corpus)}, 'utf8'))
    const assess = await createCommandAssessor()
    for (let index = 0; index < ${commands}; index += 1)
      assess(commands[index % commands.length], { workingDirectory: '/home/dev/proj', home: '/home/dev' })
    // V8 optimizes on background threads, which must finish first.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    // On Linux, \`maxRSS\` includes the memory of the process before exec.
    const [, peak] = process.platform === 'linux' ? /VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) : []
    console.log(peak ?? process.resourceUsage().maxRSS)`
  return Number(run(process.execPath, ['--input-type=module', '--eval', script], root)) / 1024
}

test('assesses 1,000 commands within 130 MB', () => {
  expect(JSON.parse(readFileSync(corpus, 'utf8')).length).toBeGreaterThan(50)
  const peakMb = peakOf(1_000)
  expect(peakMb).toBeGreaterThan(20)
  expect(peakMb).toBeLessThan(130)
})
