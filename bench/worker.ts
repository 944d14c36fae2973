import { mkdir } from 'node:fs/promises'
import type { Figures, Work } from './benchmark.ts'
import { benchmarks } from './benchmarks/index.ts'

const [id = '', name = '', server = '', folder = ''] = process.argv.slice(2)
const benchmark = await benchmarks[id]?.()
const prepare = benchmark?.contenders[name] ?? benchmark?.peers?.[name]
if (!prepare) throw new Error(`There is no contender ${name} in ${id}.`)

await mkdir(folder, { recursive: true })
const work = await prepare({ server, folder })
let last: Promise<void> = Promise.resolve()
process.on('message', () => {
  last = last.then(async () => {
    process.send?.(await measure(work))
  })
})
process.on('disconnect', () => process.exit())

async function measure(round: Work): Promise<Figures> {
  const cpu = process.cpuUsage()
  const start = performance.now()
  const extra = await round()
  const wallMs = performance.now() - start
  const { user, system } = process.cpuUsage(cpu)
  return { wallMs, cpuMs: (user + system) / 1000, rssMb: process.resourceUsage().maxRSS / 1024, ...extra }
}
