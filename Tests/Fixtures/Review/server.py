"""A server on a free port of 127.0.0.1 that keeps comments as the APIs of GitHub and GitLab document it.

    server.py FOLDER

The port is written to FOLDER/port, each request to FOLDER/requests, and the comments to FOLDER/comments.json, from
which they are read, too. FOLDER/answers has statuses that come before the right answers: lines such as `POST 403`, each
for one request; a third word is the value of `Retry-After`.
"""
import http.server, json, os, re, sys, urllib.parse

folder = sys.argv[1]
github = {"login": "github-actions[bot]", "id": 41898282}
gitlab = {"username": "project_7_bot", "id": 99}


def path(name):
    return f"{folder}/{name}"


def read(name, default):
    return open(path(name)).read() if os.path.exists(path(name)) else default


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *words):
        pass

    def answer(self, status, value, **fields):
        body = json.dumps(value).encode()
        self.send_response(status)
        for name, text in fields.items():
            self.send_header(name.replace("_", "-"), text)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def handle_any(self):
        url = urllib.parse.urlsplit(self.path)
        query = urllib.parse.parse_qs(url.query)
        with open(path("requests"), "a") as file:
            file.write(f"{self.command} {self.path}\n")
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        forced = read("answers", "").splitlines()
        for line in forced:
            method, status, *wait = line.split()
            if method == self.command:
                forced.remove(line)
                open(path("answers"), "w").write("".join(f"{line}\n" for line in forced))
                fields = {"Retry_After": wait[0]} if wait else {}
                # The worst: the message of an error repeats the token.
                return self.answer(int(status), {"message": str(self.headers)}, **fields)
        is_github = url.path.startswith("/repos/")
        token = self.headers.get("Authorization") if is_github else self.headers.get("PRIVATE-TOKEN")
        if token != ("Bearer ghs_good" if is_github else "glpat-good"):
            return self.answer(401, {"message": "Bad credentials"})
        if url.path == "/user":
            return self.answer(200, gitlab)
        author = ("user", github) if is_github else ("author", gitlab)
        comments = json.loads(read("comments.json", "[]"))
        match = re.fullmatch(
            r"/repos/owner/project/issues/(?:7/comments|comments/(\d+))" if is_github
            else r"/projects/3/merge_requests/7/notes(?:/(\d+))?", url.path)
        if not match:
            return self.answer(404, {"message": "Not Found"})
        if self.command == "GET":
            size, page = int(query["per_page"][0]), int(query["page"][0])
            return self.answer(200, comments[(page - 1) * size:page * size])
        if self.headers["Content-Type"] != "application/json":
            return self.answer(400, {"message": "Problems parsing JSON"})
        text = json.loads(body)["body"]
        if len(text) > (65536 if is_github else 1000000):
            return self.answer(422, {"message": "body is too long"})
        if self.command == "POST" and match[1] is None:
            comments.append({"id": 100 + len(comments), "body": text, author[0]: author[1]})
            answer = 201, comments[-1]
        elif self.command == ("PATCH" if is_github else "PUT") and match[1]:
            found = [one for one in comments if one["id"] == int(match[1])]
            if not found:
                return self.answer(404, {"message": "Not Found"})
            if found[0][author[0]] != author[1]:
                return self.answer(403, {"message": "Forbidden"})
            found[0]["body"] = text
            answer = 200, found[0]
        else:
            return self.answer(405, {"message": "Method Not Allowed"})
        with open(path("comments.json"), "w") as file:
            json.dump(comments, file)
        self.answer(*answer)

    do_GET = do_POST = do_PUT = do_PATCH = handle_any


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
with open(path("port.new"), "w") as file:
    file.write(str(server.server_port))
os.rename(path("port.new"), path("port"))
server.serve_forever()
