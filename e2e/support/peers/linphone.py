"""
A SIP phone made of liblinphone, with sound from files and real-time text over RTP (RFC 4103).

usage: linphone.py <folder> <name> <domain> <password> <proxy>
Reads one command in each line of stdin: call <sip uri>, text <sip uri> (a call without sound), answer, decline,
type <text as JSON>, hold, resume, hangup, quit. Writes what happens as lines of JSON: {"registration": "Ok"},
{"state": "StreamsRunning"}, {"character": "x"}, {"digit": "1"}.
"""

import ctypes
import json
import os
import select
import sys

folder, name, domain, password, proxy = sys.argv[1:6]
lib = ctypes.CDLL("liblinphone.so.10")
pointer, text, number = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int


def function(title, result, *arguments):
    found = getattr(lib, "linphone_" + title)
    found.restype, found.argtypes = result, arguments
    return found


factory = function("factory_get", pointer)()
create_address = function("factory_create_address", pointer, pointer, text)
get_chat_room = function("call_get_chat_room", pointer, pointer)
get_char = function("chat_room_get_char", ctypes.c_uint32, pointer)
put_char = function("chat_message_put_char", number, pointer, ctypes.c_uint32)
get_state = function("call_get_state", number, pointer)
reference = function("call_ref", pointer, pointer)
iterate = function("core_iterate", None, pointer)

STATES = (
    "Idle IncomingReceived PushIncomingReceived OutgoingInit OutgoingProgress OutgoingRinging OutgoingEarlyMedia "
    "Connected StreamsRunning Pausing Paused Resuming Referred Error End PausedByRemote UpdatedByRemote "
    "IncomingEarlyMedia Updating Released EarlyUpdatedByRemote EarlyUpdating"
).split()
OVER = ("Error", "End", "Released")
# LinphoneReasonDeclined: the call is refused with 603.
DECLINED = 3
REGISTRATIONS = "None Progress Ok Cleared Failed Refreshing".split()


def say(**event):
    print(json.dumps(event), flush=True)


def address(uri):
    return create_address(factory, uri.encode())


config = os.path.join(folder, "linphonerc")
core = function("factory_create_core_3", pointer, pointer, text, text, pointer)(factory, config.encode(), None, None)

transports = function("factory_create_transports", pointer, pointer)(factory)
for kind, port in (("udp", -1), ("tcp", 0), ("tls", 0), ("dtls", 0)):
    function(f"transports_set_{kind}_port", None, pointer, number)(transports, port)
function("core_set_transports", number, pointer, pointer)(core, transports)
function("core_enable_ipv6", None, pointer, number)(core, 0)
function("core_set_use_files", None, pointer, number)(core, 1)
function("core_set_play_file", None, pointer, text)(core, os.path.join(folder, "tone.wav").encode())
function("core_set_record_file", None, pointer, text)(core, os.path.join(folder, "heard.wav").encode())
function("core_enable_realtime_text", number, pointer, number)(core, 1)
function("core_start", number, pointer)(core)
# Without a way to other machines it would not try to reach this one.
function("core_set_network_reachable", None, pointer, number)(core, 1)

auth = function("factory_create_auth_info", pointer, pointer, text, text, text, text, text, text)(
    factory, name.encode(), None, password.encode(), None, None, domain.encode()
)
function("core_add_auth_info", None, pointer, pointer)(core, auth)
params = function("core_create_account_params", pointer, pointer)(core)
function("account_params_set_identity_address", number, pointer, pointer)(params, address(f"sip:{name}@{domain}"))
function("account_params_set_server_address", number, pointer, pointer)(params, address(f"{proxy};transport=udp"))
function("account_params_set_outbound_proxy_enabled", None, pointer, number)(params, 1)
function("account_params_set_register_enabled", None, pointer, number)(params, 1)
account = function("core_create_account", pointer, pointer, pointer)(core, params)
function("core_add_account", number, pointer, pointer)(core, account)
function("core_set_default_account", None, pointer, pointer)(core, account)
registration_of = function("account_get_state", number, pointer)
calls_of = function("core_get_calls", pointer, pointer)
first_of = ctypes.CDLL("libbctoolbox.so.1").bctbx_list_get_data
first_of.restype, first_of.argtypes = pointer, (pointer,)

call = None
message = None

# The function must live as long as liblinphone may call it.
heard_digit = ctypes.CFUNCTYPE(None, pointer, pointer, number)(lambda _core, _call, digit: say(digit=chr(digit)))
callbacks = function("factory_create_core_cbs", pointer, pointer)(factory)
function("core_cbs_set_dtmf_received", None, pointer, type(heard_digit))(callbacks, heard_digit)
function("core_add_callbacks", None, pointer, pointer)(core, callbacks)


def call_params(of, has_audio=True):
    made = function("core_create_call_params", pointer, pointer, pointer)(core, of)
    function("call_params_enable_realtime_text", number, pointer, number)(made, 1)
    function("call_params_set_realtime_text_keepalive_interval", None, pointer, number)(made, 0)
    function("call_params_enable_audio", None, pointer, number)(made, has_audio)
    function("call_params_enable_video", None, pointer, number)(made, 0)
    return made


def run(line):
    global call, message
    command, _, rest = line.partition(" ")
    if command == "answer":
        function("call_accept_with_params", number, pointer, pointer)(call, call_params(call))
    elif command in ("call", "text"):
        invite = function("core_invite_address_with_params", pointer, pointer, pointer, pointer)
        call = reference(invite(core, address(rest), call_params(None, command == "call")))
    elif command == "type":
        if message is None:
            create = function("chat_room_create_empty_message", pointer, pointer)
            message = create(get_chat_room(call))
        for character in json.loads(rest):
            put_char(message, ord(character))
    elif command == "decline":
        function("call_decline", number, pointer, number)(call, DECLINED)
    elif command == "hold":
        function("call_pause", number, pointer)(call)
    elif command == "resume":
        function("call_resume", number, pointer)(call)
    elif command == "hangup":
        function("call_terminate", number, pointer)(call)
    elif command == "quit":
        sys.exit(0)


def running_call():
    calls = calls_of(core)
    found = first_of(calls) if calls else None
    return reference(found) if found and STATES[get_state(found)] not in OVER else None


registration = state = None
pending = ""
while True:
    iterate(core)
    now = REGISTRATIONS[registration_of(account)]
    if now != registration:
        registration = now
        say(registration=now)
    call = call or running_call()
    if call is not None:
        now = STATES[get_state(call)]
        if now != state:
            state = now
            say(state=now)
        if now == "StreamsRunning":
            while character := get_char(get_chat_room(call)):
                say(character=chr(character))
        if now in OVER:
            # liblinphone keeps the sockets of a call that is still referred to.
            function("call_unref", None, pointer)(call)
            if message is not None:
                function("chat_message_unref", None, pointer)(message)
            call = message = state = None
    if select.select([sys.stdin], [], [], 0.02)[0]:
        chunk = os.read(0, 65536).decode()
        if chunk == "":
            break
        pending += chunk
        while "\n" in pending:
            line, _, pending = pending.partition("\n")
            run(line)
