import { benchmarks } from './benchmarks/index.ts'

/** Returns the text of `--help`, with the title of every benchmark. */
export async function help(): Promise<string> {
  const width = Math.max(...Object.keys(benchmarks).map((name) => name.length))
  const rows = await Promise.all(
    Object.entries(benchmarks).map(async ([name, load]) => `  ${name.padEnd(width)}  ${(await load()).title}`),
  )
  return `Usage: pnpm bench [benchmark ...] [options]

Measures what was built last (pnpm build), beside programs written by hand that do the same work.

Options:
  --peers       measures other libraries too, which are installed into bench/peers first
  --rounds N    the number of measured rounds, instead of each benchmark's own
  --compare     names the ratios that have grown by more than 15 % since they were recorded
  --record      records the ratios to compare with, in bench/recorded.json
  --no-wait     does not wait until the machine is quiet
  --json        prints the figures as JSON
  -h, --help    prints this text

Examples:
  pnpm bench                    everything
  pnpm bench loop start         two benchmarks
  pnpm bench loop --rounds 2    a first look
  pnpm bench start --compare    what a change has made slower

Benchmarks:
${rows.join('\n')}`
}
