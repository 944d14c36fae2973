// A store and a server that answers: the minimum for a gateway in Node.
const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
const http = process.getBuiltinModule('node:http')

const database = new DatabaseSync(process.argv[2])
database.exec('pragma journal_mode = wal')
database.exec('create table if not exists messages (id integer primary key, role text, content text)')
const server = http.createServer((_, response) => response.end('{}'))
server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}\n`))
process.on('SIGTERM', () => process.exit(0))
