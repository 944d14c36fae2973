import { parseArgs } from 'node:util'
import { benchmarks } from './benchmarks/index.ts'
import { compare, record } from './compare.ts'
import { help } from './help.ts'
import { installPeers } from './install-peers.ts'
import { type RunOptions, runBenchmark } from './run-benchmark.ts'
import { startServer } from './start-server.ts'
import { type Report, summarize } from './summarize.ts'
import { formatTable, formatTargets } from './table.ts'
import { waitForQuiet } from './wait-for-quiet.ts'

function parse() {
  return parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      json: { type: 'boolean' },
      peers: { type: 'boolean' },
      rounds: { type: 'string' },
      compare: { type: 'boolean' },
      record: { type: 'boolean' },
      'no-wait': { type: 'boolean' },
    },
  })
}

try {
  await main(parse())
} catch (error) {
  if (!(error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))) throw error
  refuse(`${error.message}\nAll options: pnpm bench --help`)
}

async function main({ values, positionals }: ReturnType<typeof parse>): Promise<void> {
  if (values.help) {
    console.log(await help())
    return
  }
  const rounds = values.rounds === undefined ? undefined : Number(values.rounds)
  const unknown = positionals.filter((name) => !Object.hasOwn(benchmarks, name))
  if (unknown.length > 0) {
    refuse(`There is no benchmark ${unknown.join(', ')}: choose from ${Object.keys(benchmarks).join(', ')}.`)
    return
  }
  if (rounds !== undefined && !(Number.isInteger(rounds) && rounds > 0)) {
    refuse(`--rounds ${values.rounds} is not a number of rounds: give a whole number above zero.`)
    return
  }
  if (values.peers) installPeers()
  else console.error('Other libraries are measured too with --peers, which installs them into bench/peers.')
  const reports = await measure(positionals.length > 0 ? positionals : Object.keys(benchmarks), {
    isPatient: values['no-wait'] !== true,
    withPeers: values.peers ?? false,
    rounds,
  })
  if (values.json) console.log(JSON.stringify({ node: process.version, reports }, undefined, 2))
  else console.log(`${formatTable(reports)}\n\n${formatTargets(reports)}`)
  if (values.compare) console.error(compare(reports))
  if (values.record) record(reports)
}

function refuse(message: string): void {
  console.error(message)
  process.exitCode = 2
}

async function measure(
  ids: readonly string[],
  { isPatient, ...options }: Omit<RunOptions, 'server'> & { readonly isPatient: boolean },
): Promise<readonly Report[]> {
  await using server = await startServer()
  const reports: Report[] = []
  for (const id of ids) {
    const load = benchmarks[id]
    if (!load) continue
    const benchmark = await load()
    if (benchmark.unavailable !== undefined) {
      console.error(`${id}: left out, ${benchmark.unavailable}`)
      continue
    }
    if (isPatient) await waitForQuiet()
    console.error(`${id}: ${benchmark.title}`)
    reports.push(summarize(benchmark, await runBenchmark(benchmark, { ...options, server: server.url })))
  }
  return reports
}
