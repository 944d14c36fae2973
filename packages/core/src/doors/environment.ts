export type {
  EnvironmentProcess,
  FileOptions,
  FileStatus,
  FileSystem,
  OutputChunk,
  ProcessExit,
  ReadOptions,
  SpawnRequest,
  TerminalSize,
} from '../contracts/environment.js'
