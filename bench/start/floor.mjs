// One prompt, one answer, both stored: the minimum for a Node program.
const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
const http = process.getBuiltinModule('node:http')
const [baseUrl, path] = process.argv.slice(2)

const database = new DatabaseSync(path)
database.exec('pragma journal_mode = wal')
database.exec('create table if not exists messages (id integer primary key, role text, content text)')
const insert = database.prepare('insert into messages (role, content) values (?, ?)')
const question = 'Take the notes, one by one. turn:0'
insert.run('user', question)

const body = JSON.stringify({ model: 'bench', messages: [{ role: 'user', content: question }], stream: true })
const headers = { 'content-type': 'application/json' }
http
  .request(`${baseUrl}/chat/completions`, { method: 'POST', headers }, (response) => {
    let text = ''
    response.setEncoding('utf8')
    response.on('data', (chunk) => {
      text += chunk
    })
    response.on('end', () => {
      const events = text.split('\n\n').filter((event) => event.startsWith('data: {'))
      const answer = events.map((event) => JSON.parse(event.slice(6)).choices[0]?.delta.content ?? '').join('')
      insert.run('assistant', answer)
      database.close()
      process.stdout.write(`${answer}\n`)
    })
  })
  .end(body)
