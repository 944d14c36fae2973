import { benchmarks } from './benchmarks/index.ts'
import { runBenchmark } from './run-benchmark.ts'
import { startServer } from './start-server.ts'
import { type Report, summarize } from './summarize.ts'
import { formatTable } from './table.ts'

const args = process.argv.slice(2)
const json = args.includes('--json')
const names = args.filter((arg) => !arg.startsWith('--'))
const unknown = names.filter((name) => !Object.hasOwn(benchmarks, name))

if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}: choose from ${Object.keys(benchmarks).join(', ')}.`)
  process.exitCode = 2
} else {
  const reports = await measure(names.length > 0 ? names : Object.keys(benchmarks))
  console.log(json ? JSON.stringify({ node: process.version, reports }, undefined, 2) : formatTable(reports))
}

async function measure(ids: readonly string[]): Promise<readonly Report[]> {
  await using server = await startServer()
  const reports: Report[] = []
  for (const id of ids) {
    const load = benchmarks[id]
    if (!load) continue
    const benchmark = await load()
    console.error(`${id}: ${benchmark.title}`)
    reports.push(summarize(benchmark, await runBenchmark(benchmark, server.url)))
  }
  return reports
}
