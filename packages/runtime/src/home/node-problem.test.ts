import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nodeProblem, startProblem } from './node-problem.js'

test.each(['22.18.0', '22.20.1', '24.0.0', process.versions.node])('accepts Node.js %s', (version) => {
  expect(nodeProblem(version)).toBeUndefined()
})

test.each(['20.20.0', '22.17.9', '18.0.0', 'nonsense'])('rejects Node.js %s and says what to do', (version) => {
  expect(nodeProblem(version)).toContain(`this is ${version}: install`)
})

test('finds no problem on this machine', () => {
  expect(startProblem(process.versions.node, process.env)).toBeUndefined()
  expect(startProblem('20.0.0', process.env)).toContain('Node.js')
})

test('names a missing folder for temporary files', () => {
  expect(startProblem(process.versions.node, { TMPDIR: '/nonexistent/tmp' })).toBe(
    'The folder for temporary files (TMPDIR), /nonexistent/tmp, does not exist: create it, or unset TMPDIR.',
  )
})

test.runIf(process.platform === 'linux')('names a low limit of open files', () => {
  const script = `import { startProblem } from ${JSON.stringify(join(import.meta.dirname, 'node-problem.ts'))}
    process.stdout.write(startProblem(process.versions.node, {}) ?? '')`
  const argv = [process.execPath, '--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script]
  const { stdout } = spawnSync('sh', ['-c', 'ulimit -n 40; exec "$@"', 'sh', ...argv], { encoding: 'utf8' })
  expect(stdout).toContain('At most 40 files may be open at once')
})
