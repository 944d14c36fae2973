import { uploadSchema } from '../../files/upload-request.js'
import type { ApiRoute } from '../api-route.js'
import { idempotency, sessionKey, user } from '../parameters.js'

const tag = 'Files'

export const fileOperations: readonly ApiRoute[] = [
  {
    method: 'post',
    path: '/v1/files',
    summary: 'Upload a file, which messages can name',
    tag,
    form: uploadSchema,
    query: user,
    headers: { ...idempotency, ...sessionKey },
    answer: 'File',
  },
  {
    method: 'get',
    path: '/v1/files',
    summary: 'List the files',
    tag,
    query: {
      ...user,
      purpose: 'only those of this purpose',
      limit: 'the number of files, 1 to 10000 (default 10000)',
      order: '`asc`: oldest first; `desc` (default): newest first',
      after: 'the id of the last file that the client has',
    },
    answer: 'FileList',
  },
  { method: 'get', path: '/v1/files/{id}', summary: 'Get a file', tag, query: user, answer: 'File' },
  {
    method: 'get',
    path: '/v1/files/{id}/content',
    summary: 'Get its content',
    tag,
    query: user,
    isFile: true,
  },
  {
    method: 'delete',
    path: '/v1/files/{id}',
    summary: 'Delete it with its content',
    tag,
    query: user,
    answer: 'DeletedFile',
  },
]
