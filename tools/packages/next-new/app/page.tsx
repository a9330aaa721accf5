export default function Home() {
  return <h1>The rest of the application</h1>;
}
