/** The evaluations of `pnpm evals NAME [options]`. */
const evaluations: Readonly<Record<string, () => Promise<{ main(args: readonly string[]): Promise<void> }>>> = {
  compression: () => import('./compression/main.ts'),
}

const [name = '', ...args] = process.argv.slice(2)
const load = evaluations[name]
if (load) {
  const { main } = await load()
  await main(args)
} else {
  process.stderr.write(`Which evaluation? There are: ${Object.keys(evaluations).join(', ')}.\n`)
  process.exitCode = 2
}
