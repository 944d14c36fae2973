import { join } from 'node:path'
import { expect, test } from 'vitest'
import { killRounds } from './kill-rounds.js'
import { addJobs, endOf, readLog, readRuns, startLife, temporaryFolder } from './lives.js'

const { rounds, run, expectKills } = killRounds(4, (folder) => ({
  path: join(folder, 'state.db'),
  synchronous: 'NORMAL',
}))

test.concurrent.each(rounds)('each firing is done once, or reported as cut off, through kills at $kills', run, 120_000)

test('killed processes in the middle of their work', expectKills)

test.runIf(process.platform !== 'win32')(
  'a process that is suspended during a run delivers nothing of it later',
  async () => {
    using folder = temporaryFolder()
    const place = { path: join(folder.path, 'state.db'), synchronous: 'NORMAL' } as const
    const options = { place, logPath: join(folder.path, 'log'), claimMs: 400 }
    await addJobs(place, 1)
    const suspended = startLife({ ...options, killAt: 1, runMs: 300 })
    const ended = endOf(suspended)
    await new Promise((resolve) => suspended.stdout?.once('data', resolve))
    suspended.kill('SIGSTOP')
    const [first = ''] = readLog(options.logPath).keys()
    await endOf(startLife({ ...options, killAt: 0, runMs: 5 }))
    suspended.kill('SIGCONT')
    await expect.poll(() => readLog(options.logPath).get(first)).toEqual(['start', 'notice', 'end'])
    // The jobs are paused, so the process has nothing else to do once it has read that.
    await endOf(startLife({ ...options, killAt: 0, runMs: 5 }))
    suspended.kill('SIGKILL')
    await ended
    const { runs } = await readRuns(place)
    expect(runs.find(({ id }) => id === first)).toMatchObject({
      state: 'cut-off',
      deliveries: [{ state: 'delivered' }],
    })
    expect(readLog(options.logPath).get(first)).toEqual(['start', 'notice', 'end'])
  },
  60_000,
)
