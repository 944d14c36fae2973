import { withPostgresCopy } from '@hermes/state/postgres'

const [url = '', schema = ''] = process.argv.slice(2)
await withPostgresCopy({ url, schema }, (copy) => {
  process.stdout.write(copy)
  // Until it is killed.
  return new Promise((end) => setTimeout(end, 600_000))
})
