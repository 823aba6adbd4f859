# Makes the virtual environment of the deployed tests, or uses an existing one. Source it in the repository's
# root. The environment also has cfn-lint, which checks the template against AWS's resource schemas, and zizmor, which
# checks the workflows of .github.
venv_packages='ministack==1.5.33 cfn-lint==1.58.0 zizmor==1.32.0'
if [[ $(cat .deployed/venv/made-for 2>/dev/null) != "$venv_packages" ]]; then
  rm -rf .deployed/venv &&
    python3 -m venv .deployed/venv &&
    # shellcheck disable=SC2086 # a word a package
    .deployed/venv/bin/python -m pip install --quiet --disable-pip-version-check $venv_packages &&
    echo "$venv_packages" >.deployed/venv/made-for
fi
