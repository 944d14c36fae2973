/**
 * Returns the program that runs a task's Python code and keeps its state, compatible with Python 3.8. File descriptor 7
 * receives messages; 8 and 9 are the original standard output and error. `mark` separates its messages from the output
 * of programs.
 */
export function pythonKernel(mark: string): string {
  return source.replace('@MARK@', mark)
}

const source = String.raw`
def start():
    import inspect, itertools, json, linecache, os, signal, sys, threading, time, traceback, types

    REQUESTS, OUT, ERR = 7, 8, 9
    MARK = bytes.fromhex("@MARK@")
    # Small enough for an atomic write, so that output of child processes does not interleave.
    PIECE = 4096 - len(MARK) - 3
    # The maximum size of a call's arguments in bytes.
    LONGEST = 32 << 20

    writing = threading.RLock()
    main_process = os.getpid()
    main_thread = threading.main_thread().ident
    state = types.SimpleNamespace(is_running=False, is_telling=False, is_interrupted=False)
    inbox, has_mail, waiting = [], threading.Semaphore(0), {}
    numbers = itertools.count(1)

    for descriptor in (REQUESTS, OUT, ERR):
        os.set_inheritable(descriptor, False)

    def write_all(descriptor, data):
        view = memoryview(data)
        while view:
            try:
                view = view[os.write(descriptor, view):]
            except BlockingIOError:
                # A child process has made the shared pipe non-blocking.
                time.sleep(0.001)

    def encode(message):
        return json.dumps(message, default=os.fspath, allow_nan=False).encode()

    def tell(descriptor, message):
        data = encode(message)
        # An interrupt during the write would leave a partial message.
        is_main = threading.get_ident() == main_thread
        state.is_telling = state.is_telling or is_main
        try:
            write_message(descriptor, data)
        finally:
            if is_main:
                state.is_telling = False
        if is_main and state.is_interrupted:
            on_interrupt(signal.SIGINT, None)

    def write_message(descriptor, data):
        with writing:
            for at in range(0, len(data), PIECE):
                piece = data[at:at + PIECE]
                more = b"\1" if at + PIECE < len(data) else b"\0"
                write_all(descriptor, MARK + more + len(piece).to_bytes(2, "big") + piece)

    class ToolError(RuntimeError):
        """A tool call failed, or was not allowed."""

    ToolError.__module__, ToolError.__qualname__ = "hermes_tools", "ToolError"
    tools = types.ModuleType("hermes_tools", "The tools of the session, as functions.")
    sys.modules["hermes_tools"] = tools

    def call(name, arguments):
        if os.getpid() != main_process:
            raise ToolError("Only the process that the program started in can call tools.")
        if len(encode(arguments)) > LONGEST:
            raise ToolError(f"The arguments of {name} are too long.")
        number = next(numbers)
        reply = types.SimpleNamespace(is_there=threading.Event(), message=None)
        waiting[number] = reply
        try:
            tell(ERR, {"type": "call", "call": number, "name": name, "args": arguments})
            reply.is_there.wait()
        finally:
            waiting.pop(number, None)
        if reply.message["isError"]:
            raise ToolError(reply.message["text"])
        return decode(reply.message["text"])

    def decode(text):
        if text[:1] in ("{", "["):
            try:
                return json.loads(text)
            except ValueError:
                pass
        return text

    def to_function(name, parameters):
        def function(*positional, **named):
            if len(positional) == 1 and isinstance(positional[0], dict) and not named:
                return call(name, positional[0])
            if len(positional) > len(parameters):
                raise TypeError(f"{name}() takes {len(parameters)} arguments: {', '.join(parameters)}")
            for parameter, value in zip(parameters, positional):
                if parameter in named:
                    raise TypeError(f"{name}() got several values for {parameter!r}")
                named[parameter] = value
            return call(name, {key: value for key, value in named.items() if value is not None})
        function.__name__ = function.__qualname__ = name
        function.__module__ = "hermes_tools"
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        known = [inspect.Parameter(each, kind, default=None) for each in parameters if each.isidentifier()]
        function.__signature__ = inspect.Signature(known)
        return function

    def offer(offered):
        names = [tool["name"] for tool in offered]
        for gone in [name for name in tools.__dict__ if not name.startswith("__") and name not in names]:
            delattr(tools, gone)
        for tool in offered:
            setattr(tools, tool["name"], to_function(tool["name"], tool["parameters"]))
        tools.ToolError = ToolError
        tools.__all__ = [*names, "ToolError"]

    def on_interrupt(number, frame):
        state.is_interrupted = state.is_telling
        if state.is_running and not state.is_telling:
            raise KeyboardInterrupt

    def listen():
        with open(REQUESTS, "rb", closefd=False, buffering=1 << 16) as requests:
            for line in requests:
                message = json.loads(line)
                if message["type"] == "interrupt":
                    signal.pthread_kill(main_thread, signal.SIGINT)
                elif message["type"] == "result":
                    reply = waiting.get(message["call"])
                    if reply:
                        reply.message = message
                        reply.is_there.set()
                else:
                    inbox.append(message)
                    has_mail.release()
        # The agent is gone.
        os.kill(main_process, signal.SIGKILL)

    def restore_streams():
        for number, original in ((1, OUT), (2, ERR)):
            os.dup2(original, number, inheritable=True)
            os.set_blocking(number, True)
        for name, number in (("stdout", 1), ("stderr", 2)):
            stream = getattr(sys, "__" + name + "__")
            if stream.closed:
                stream = open(number, "w", closefd=False)
                setattr(sys, "__" + name + "__", stream)
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", line_buffering=True)
            setattr(sys, name, stream)

    def flush():
        for stream in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
            try:
                stream.flush()
            except Exception:
                pass

    def code_of(ending):
        if ending.code is None:
            return 0
        if isinstance(ending.code, int):
            return ending.code & 0xFF
        print(ending.code, file=sys.stderr)
        return 1

    def show(error):
        described = traceback.TracebackException.from_exception(error)
        leave_out_kernel(described)
        print("".join(described.format()), end="", file=sys.stderr)

    def leave_out_kernel(described):
        while described:
            entries = [entry for entry in described.stack if entry.filename != start.__code__.co_filename]
            described.stack = traceback.StackSummary.from_list(entries)
            described = described.__cause__ or described.__context__

    def fresh_module():
        module = types.ModuleType("__main__")
        module.__builtins__ = __builtins__
        sys.modules["__main__"] = module
        return module

    def run(source, name):
        lines = source.splitlines(True)
        linecache.cache[name] = (len(source), None, lines, name)
        try:
            try:
                state.is_interrupted, state.is_running = False, True
                exec(compile(source, name, "exec"), module.__dict__)
                return 0
            finally:
                state.is_running = False
        except SystemExit as ending:
            return code_of(ending)
        except KeyboardInterrupt as error:
            show(error)
            return 130
        except BaseException as error:
            show(error)
            return 1

    module = fresh_module()
    sys.argv = [""]
    threading.Thread(target=listen, name="hermes", daemon=True).start()
    while True:
        has_mail.acquire()
        message = inbox.pop(0)
        offer(message["tools"])
        restore_streams()
        signal.signal(signal.SIGINT, on_interrupt)
        code = run(message["code"], message["name"])
        flush()
        ended = {"type": "end", "program": message["program"], "code": code}
        tell(OUT, ended)
        tell(ERR, ended)

start()
`
