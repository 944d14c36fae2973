// Echoes keys, and shows the pieces of an answer as they arrive: the minimum for a terminal interface in Node.
const [url] = process.argv.slice(2)
process.stdin.setRawMode(true)
process.stdout.write('> ')
process.stdin.on('data', async (data) => {
  const key = String(data)
  if (key === '\x04') process.exit(0)
  if (key !== '\r') return process.stdout.write(key)
  const response = await fetch(url, { method: 'POST', body: '{}' })
  const decoder = new TextDecoder()
  for await (const bytes of response.body) {
    for (const line of decoder.decode(bytes, { stream: true }).split('\n')) {
      if (!line.startsWith('data: {')) continue
      const { choices } = JSON.parse(line.slice('data: '.length))
      process.stdout.write(choices[0]?.delta.content ?? '')
    }
  }
})
